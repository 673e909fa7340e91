-- Turns of jobs that wait go round the people: the round in which one is served (server/trabajos.ts).
alter table trabajos_visibles add column turno integer not null default 0;
