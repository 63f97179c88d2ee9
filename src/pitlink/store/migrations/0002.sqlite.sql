-- What has been written stays as it was, also where a row would come in its place: SQLite removes what an
-- `insert or replace` collides with, and asks no trigger about it. A collision may be one of keys or of row numbers.

create trigger command_once before insert on command
when exists (select 1 from command where id = new.id) or exists (select 1 from command where rowid = new.rowid)
begin select raise(abort, 'pitlink: append-only'); end;

create trigger entry_once before insert on entry
when exists (select 1 from entry where position = new.position and nth = new.nth)
    or exists (select 1 from entry where rowid = new.rowid)
    or (new.kind in ('transfer', 'pending')
        and exists (select 1 from entry where transfer = new.transfer and kind in ('transfer', 'pending')))
    or (new.kind in ('posting', 'voiding')
        and exists (select 1 from entry where transfer = new.transfer and kind in ('posting', 'voiding')))
begin select raise(abort, 'pitlink: append-only'); end;

create trigger meter_once before insert on meter
when exists (select 1 from meter where position = new.position)
begin select raise(abort, 'pitlink: append-only'); end;

create trigger checkpoint_once before insert on checkpoint
when exists (select 1 from checkpoint where position = new.position)
begin select raise(abort, 'pitlink: append-only'); end;

create trigger feed_once before insert on feed begin select raise(abort, 'pitlink: append-only'); end;

-- A stream begins without events. One that is there is left as it is: whoever needs a stream begins it.
create trigger stream_once before insert on stream begin
    select raise(abort, 'pitlink: append-only') where new.version <> 0
        or exists (select 1 from stream where rowid = new.rowid);
    select raise(ignore) where exists (select 1 from stream where name = new.name);
end;

-- An event follows the last one of its stream, under the stream's epoch, at the next position; or it is not entered.
-- Once it is there, it moves the end of its stream and of the log.
drop trigger event_follows;

create trigger event_follows before insert on event begin
    select raise(abort, 'pitlink: stale stream') where not exists (
        select 1 from stream where name = new.stream and version = new.version - 1 and epoch = new.epoch);
    select raise(abort, 'pitlink: stale position') where not exists (
        select 1 from feed where position = new.position - 1);
end;

create trigger event_moves after insert on event begin
    update stream set version = new.version, head = new.hash where name = new.stream;
    update feed set position = new.position, at_us = new.at_us;
end;

-- A stream goes forward to its next event only, and an epoch never goes back.
drop trigger stream_advances;

create trigger stream_advances before update on stream
when new.rowid <> old.rowid or new.name <> old.name or new.epoch < old.epoch
    or (new.version = old.version and new.head <> old.head)
    or (new.version <> old.version and (new.version <> old.version + 1 or not exists (
        select 1 from event where stream = new.name and version = new.version and hash = new.head)))
begin select raise(abort, 'pitlink: append-only'); end;

drop trigger feed_advances;

create trigger feed_advances before update on feed
when (new.position = old.position and new.at_us <> old.at_us)
    or (new.position <> old.position and (new.position <> old.position + 1 or not exists (
        select 1 from event where position = new.position)))
begin select raise(abort, 'pitlink: append-only'); end;
