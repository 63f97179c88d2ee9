-- The books: one log of everything that has happened, and what follows from it.
-- Statements end with a semicolon before an empty line.

-- The position of the last event. Whoever appends holds this row until the commit, so that positions have no gaps.
create table feed (
    one integer primary key check (one = 1),
    position integer not null check (position >= 0),
    at_us integer not null
) strict;

insert into feed (one, position, at_us) values (1, 0, 0);

-- A table, a link, or the system itself. A table has an owner, fenced by the epoch; the others are owned by nobody.
create table stream (
    name text primary key check (name glob 'table/?*' or name glob 'link/?*' or name glob 'system/?*'),
    version integer not null default 0 check (version >= 0),
    head text not null check (length(head) = 64),
    epoch integer not null default 0 check (epoch >= 0),
    owner text,
    lease_until_us integer not null default 0
) strict;

create table event (
    position integer primary key,
    stream text not null references stream (name),
    version integer not null,
    epoch integer not null,
    at_us integer not null,
    person text not null,
    command text not null,
    body text not null,
    hash text not null check (length(hash) = 64),
    unique (stream, version)
) strict;

-- An event follows the last one of its stream, under the stream's epoch, at the next position; or it is not entered.
create trigger event_follows before insert on event begin
    select raise(abort, 'pitlink: stale stream') where not exists (
        select 1 from stream where name = new.stream and version = new.version - 1 and epoch = new.epoch);
    select raise(abort, 'pitlink: stale position') where not exists (
        select 1 from feed where position = new.position - 1);
    update stream set version = new.version, head = new.hash where name = new.stream;
    update feed set position = new.position, at_us = new.at_us;
end;

-- What was asked, by the id its sender gave it, and what was answered.
create table command (
    id text primary key,
    digest text not null check (length(digest) = 64),
    stream text not null,
    person text not null,
    at_us integer not null,
    answer text not null
) strict;

-- The entries of the general ledger, each with the event it comes from.
create table entry (
    position integer not null references event (position),
    nth integer not null,
    kind text not null check (kind in ('transfer', 'pending', 'posting', 'voiding')),
    transfer text not null,
    giver text,
    taker text,
    amount_cents integer check (amount_cents > 0),
    reason text not null check (reason <> ''),
    wager text,
    primary key (position, nth),
    check ((kind in ('transfer', 'pending')) = (giver is not null and taker is not null and amount_cents is not null)),
    check (giver <> taker)
) strict;

-- No two transfers share an id, and a pending one is posted or voided once.
create unique index entry_begins on entry (transfer) where kind in ('transfer', 'pending');

create unique index entry_ends on entry (transfer) where kind in ('posting', 'voiding');

-- Where accounts stand, each as far as one stream has moved it: streams never wait for one another here.
create table balance (
    account text not null,
    stream text not null references stream (name),
    posted_cents integer not null,
    leaving_cents integer not null,
    coming_cents integer not null,
    primary key (account, stream)
) strict;

-- What a link has displayed, in ten-thousandths of a cent. It may fall only for one of these reasons.
create table meter (
    position integer primary key references event (position),
    link text not null,
    before_fine integer not null,
    display_fine integer not null check (display_fine >= 0),
    reserve_fine integer not null check (reserve_fine >= 0),
    overflow_fine integer not null check (overflow_fine >= 0),
    reason text,
    check (display_fine >= before_fine or coalesce(reason, '') in (
        'award', 'wager_returned', 'award_withdrawn', 'order_of_winners', 'equipment_fault', 'transferred', 'retired'))
) strict;

create index meter_of_link on meter (link, position);

-- Sealed decks of rounds in play: the one thing that is taken out again, when the deck has been opened.
create table secret (
    stream text primary key references stream (name),
    round integer not null,
    deck text not null
) strict;

-- Streams as they stood, so that a start need not replay everything. Only a convenience: made by other software, ignored.
create table snapshot (
    stream text primary key references stream (name),
    version integer not null,
    software text not null,
    state blob not null
) strict;

-- Heads of all streams at a position, signed.
create table checkpoint (
    position integer primary key,
    at_us integer not null,
    body text not null,
    key text not null,
    signature text not null
) strict;

-- What has been written stays as it was.
create trigger event_stays before update on event begin select raise(abort, 'pitlink: append-only'); end;

create trigger event_remains before delete on event begin select raise(abort, 'pitlink: append-only'); end;

create trigger command_stays before update on command begin select raise(abort, 'pitlink: append-only'); end;

create trigger command_remains before delete on command begin select raise(abort, 'pitlink: append-only'); end;

create trigger entry_stays before update on entry begin select raise(abort, 'pitlink: append-only'); end;

create trigger entry_remains before delete on entry begin select raise(abort, 'pitlink: append-only'); end;

create trigger meter_stays before update on meter begin select raise(abort, 'pitlink: append-only'); end;

create trigger meter_remains before delete on meter begin select raise(abort, 'pitlink: append-only'); end;

create trigger checkpoint_stays before update on checkpoint begin select raise(abort, 'pitlink: append-only'); end;

create trigger checkpoint_remains before delete on checkpoint begin select raise(abort, 'pitlink: append-only'); end;

create trigger stream_remains before delete on stream begin select raise(abort, 'pitlink: append-only'); end;

-- A stream goes forward by its events only, and an epoch never goes back.
create trigger stream_advances before update on stream
when new.epoch < old.epoch or new.name <> old.name or new.version not in (old.version, old.version + 1)
begin select raise(abort, 'pitlink: append-only'); end;

create trigger feed_advances before update on feed
when new.position not in (old.position, old.position + 1)
begin select raise(abort, 'pitlink: append-only'); end;

create trigger feed_remains before delete on feed begin select raise(abort, 'pitlink: append-only'); end;
