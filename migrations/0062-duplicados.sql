-- Pairs of files that look like one person's, as a job finds them, and those that staff said are two people
-- (docs/decisions/0056).
create table duplicados (
  id uuid primary key default gen_random_uuid(),
  persona_id uuid not null references personas_todas (id) on delete cascade,
  otra_persona_id uuid not null references personas_todas (id) on delete cascade,
  puntaje smallint not null,
  motivos text[] not null,
  reparos text[] not null,
  estado text not null,
  -- Stands for all that was compared: one that was dismissed comes back when it is another.
  huella text not null,
  hallado_en timestamptz not null,
  visto_en timestamptz not null,
  decidido_por text references cuentas (uid),
  decidido_en timestamptz,
  nota text,
  unique (persona_id, otra_persona_id),
  check (persona_id < otra_persona_id)
);
select definir_estados('duplicados', '{"pendiente": ["descartado"], "descartado": ["pendiente"]}');
create index duplicados_cola on duplicados (puntaje desc, id desc) where estado = 'pendiente';
create index duplicados_descartados on duplicados (puntaje desc, id desc) where estado = 'descartado';
create index duplicados_otra on duplicados (otra_persona_id);

-- Under which keys each file is put, as digests: only files with one in common are compared.
create table duplicados_claves (
  clave bigint not null,
  persona_id uuid not null references personas_todas (id) on delete cascade,
  primary key (clave, persona_id)
);
create index duplicados_claves_persona on duplicados_claves (persona_id);
