-- The books: one log of everything that has happened, and what follows from it.
-- Statements end with a semicolon before an empty line. The same tables as for SQLite, table by table.

-- The position of the last event. Whoever appends holds this row until the commit, so that positions have no gaps.
create table feed (
    one integer primary key check (one = 1),
    position bigint not null check (position >= 0),
    at_us bigint not null
);

insert into feed (one, position, at_us) values (1, 0, 0);

-- A table, a link, or the system itself. A table has an owner, fenced by the epoch; the others are owned by nobody.
create table stream (
    name text primary key check (name ~ '^(table|link|system)/.'),
    version bigint not null default 0 check (version >= 0),
    head text not null check (length(head) = 64),
    epoch bigint not null default 0 check (epoch >= 0),
    owner text,
    lease_until_us bigint not null default 0
);

create table event (
    position bigint primary key,
    stream text not null references stream (name),
    version bigint not null,
    epoch bigint not null,
    at_us bigint not null,
    person text not null,
    command text not null,
    body text not null,
    hash text not null check (length(hash) = 64),
    unique (stream, version)
);

-- Events follow the last ones of their streams, under the streams' epochs, at the next positions; or they are not
-- entered. All that one statement brings is looked at together: a batch has one row for many, and moves each stream once.
create function event_follows() returns trigger language plpgsql as $$
declare
    moved bigint;
begin
    update stream set version = new_part.last, head = new_part.head
        from (
            select stream, min(version) as first, max(version) as last, count(*) as number, min(epoch) as oldest,
                max(epoch) as newest, (array_agg(hash order by version desc))[1] as head
            from new_event group by stream
        ) as new_part
        where stream.name = new_part.stream and stream.version = new_part.first - 1
            and stream.epoch = new_part.oldest and stream.epoch = new_part.newest
            and new_part.last - new_part.first + 1 = new_part.number;
    get diagnostics moved = row_count;
    if moved <> (select count(distinct stream) from new_event) then raise exception 'pitlink: stale stream'; end if;
    update feed set position = whole.last, at_us = whole.at_us
        from (
            select min(position) as first, max(position) as last, count(*) as number, max(at_us) as at_us
            from new_event
        ) as whole
        where feed.position = whole.first - 1 and whole.last - whole.first + 1 = whole.number;
    if not found then raise exception 'pitlink: stale position'; end if;
    return null;
end $$;

create trigger event_follows after insert on event referencing new table as new_event
    for each statement execute function event_follows();

-- What was asked, by the id its sender gave it, and what was answered.
create table command (
    id text primary key,
    digest text not null check (length(digest) = 64),
    stream text not null,
    person text not null,
    at_us bigint not null,
    answer text not null
);

-- The entries of the general ledger, each with the event it comes from.
create table entry (
    position bigint not null references event (position),
    nth integer not null,
    kind text not null check (kind in ('transfer', 'pending', 'posting', 'voiding')),
    transfer text not null,
    giver text,
    taker text,
    amount_cents bigint check (amount_cents > 0),
    reason text not null check (reason <> ''),
    wager text,
    primary key (position, nth),
    check ((kind in ('transfer', 'pending')) = (giver is not null and taker is not null and amount_cents is not null)),
    check (giver <> taker)
);

-- No two transfers share an id, and a pending one is posted or voided once.
create unique index entry_begins on entry (transfer) where kind in ('transfer', 'pending');

create unique index entry_ends on entry (transfer) where kind in ('posting', 'voiding');

-- Where accounts stand, each as far as one stream has moved it: streams never wait for one another here.
create table balance (
    account text not null,
    stream text not null references stream (name),
    posted_cents bigint not null,
    leaving_cents bigint not null,
    coming_cents bigint not null,
    primary key (account, stream)
);

-- What a link has displayed, in ten-thousandths of a cent. It may fall only for one of these reasons.
create table meter (
    position bigint primary key references event (position),
    link text not null,
    before_fine bigint not null,
    display_fine bigint not null check (display_fine >= 0),
    reserve_fine bigint not null check (reserve_fine >= 0),
    overflow_fine bigint not null check (overflow_fine >= 0),
    reason text,
    check (display_fine >= before_fine or coalesce(reason, '') in (
        'award', 'wager_returned', 'award_withdrawn', 'order_of_winners', 'equipment_fault', 'transferred', 'retired'))
);

create index meter_of_link on meter (link, position);

-- Sealed decks of rounds in play: the one thing that is taken out again, when the deck has been opened.
create table secret (
    stream text primary key references stream (name),
    round bigint not null,
    deck text not null
);

-- Streams as they stood, so that a start need not replay everything. Only a convenience: made by other software, ignored.
create table snapshot (
    stream text primary key references stream (name),
    version bigint not null,
    software text not null,
    state bytea not null
);

-- Heads of all streams at a position, signed.
create table checkpoint (
    position bigint primary key,
    at_us bigint not null,
    body text not null,
    key text not null,
    signature text not null
);

-- What has been written stays as it was.
create function append_only() returns trigger language plpgsql as $$
begin raise exception 'pitlink: append-only'; end $$;

create trigger event_stays before update or delete or truncate on event
    for each statement execute function append_only();

create trigger command_stays before update or delete or truncate on command
    for each statement execute function append_only();

create trigger entry_stays before update or delete or truncate on entry
    for each statement execute function append_only();

create trigger meter_stays before update or delete or truncate on meter
    for each statement execute function append_only();

create trigger checkpoint_stays before update or delete or truncate on checkpoint
    for each statement execute function append_only();

create trigger stream_remains before delete or truncate on stream
    for each statement execute function append_only();

create trigger feed_remains before delete or truncate on feed
    for each statement execute function append_only();

-- A stream goes forward by its events only, and an epoch never goes back.
create trigger stream_advances before update on stream for each row
    when (new.epoch < old.epoch or new.name <> old.name or new.version < old.version
        or (new.version <> old.version and pg_trigger_depth() = 0))
    execute function append_only();

create trigger feed_advances before update on feed for each row
    when (new.position < old.position or (new.position <> old.position and pg_trigger_depth() = 0))
    execute function append_only();
