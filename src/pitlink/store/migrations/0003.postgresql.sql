-- Who may sign in, and who has. Passwords and tokens are kept as digests only. What happens to accounts is told in the
-- log, in the stream of the books themselves; these rows are what stands.
create table person (
    name text primary key,
    looks text not null unique,
    role text not null check (role in ('player', 'bot', 'dealer', 'pit_supervisor', 'pit_manager',
        'gaming_shift_manager', 'surveillance', 'auditor', 'administrator')),
    password text,
    temperament text,
    since_us bigint not null,
    shut integer not null default 0 check (shut in (0, 1))
);

create table session (
    digest text primary key check (length(digest) = 64),
    person text not null references person (name),
    since_us bigint not null,
    until_us bigint not null
);

create index session_person on session (person);

-- Links that let somebody make an account once.
create table invitation (
    digest text primary key check (length(digest) = 64),
    role text not null,
    until_us bigint not null
);
