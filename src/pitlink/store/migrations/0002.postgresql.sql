-- A stream begins without events and goes forward to events of its own only; an epoch never goes back.
create trigger stream_once before insert on stream for each row
    when (new.version <> 0) execute function append_only();

drop trigger stream_advances on stream;

create trigger stream_advances before update on stream for each row
    when (new.name <> old.name or new.epoch < old.epoch or new.version < old.version
        or (new.version = old.version and new.head <> old.head))
    execute function append_only();

create function stream_has_event() returns trigger language plpgsql as $$
begin
    if not exists (select 1 from event where stream = new.name and version = new.version and hash = new.head) then
        raise exception 'pitlink: append-only';
    end if;
    return new;
end $$;

create trigger stream_follows before update on stream for each row
    when (new.version > old.version) execute function stream_has_event();

-- The end of the log likewise.
drop trigger feed_advances on feed;

create trigger feed_advances before update on feed for each row
    when (new.position < old.position or (new.position = old.position and new.at_us <> old.at_us))
    execute function append_only();

create function feed_has_event() returns trigger language plpgsql as $$
begin
    if not exists (select 1 from event where position = new.position) then
        raise exception 'pitlink: append-only';
    end if;
    return new;
end $$;

create trigger feed_follows before update on feed for each row
    when (new.position > old.position) execute function feed_has_event();

-- Temporary tables come first where nothing else is said: the guards look at the books only, in whatever schema they are.
do $$
declare
    books text := (select relnamespace::regnamespace from pg_class where oid = 'event'::regclass);
    guard text;
begin
    foreach guard in array array['append_only', 'event_follows', 'stream_has_event', 'feed_has_event'] loop
        execute 'alter function ' || guard || '() set search_path = ' || books || ', pg_temp';
    end loop;
end $$;
