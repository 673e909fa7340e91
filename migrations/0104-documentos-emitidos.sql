-- The documents that the school issues (certificados, credenciales, reconocimientos, grados, certificaciones): each a
-- snapshot that never changes, with its verifiable credential and its PDF. See docs/decisions/0072.
create table documentos_emitidos (
  id uuid primary key default gen_random_uuid(),
  tipo text not null,
  -- Without hyphens. Nothing of it can be known from who it is of, nor from when.
  folio text not null unique,
  -- Of the credential: random, and unrelated to the folio.
  credencial_id uuid not null unique default gen_random_uuid(),
  persona_id uuid not null references personas_todas (id),
  estado text not null,
  -- All that it says, in its own format.
  datos jsonb not null,
  -- Which design it is drawn with.
  diseno integer not null default 1,
  -- Its place in the status lists, the same in both of a pair.
  lista integer not null,
  indice integer not null check (indice between 0 and 131071),
  preparado_en timestamptz not null,
  preparado_por text not null,
  emitido_en timestamptz,
  emitido_por text,
  vence_en timestamptz,
  -- Since when it is in its state, and why, as anybody may read it.
  estado_en timestamptz not null,
  motivo text,
  -- What it was issued in the place of.
  sustituye uuid unique references documentos_emitidos (id),
  -- Made when they are first needed, and kept.
  credencial jsonb,
  pdf_objeto text unique,
  pdf_sha256 text,
  busqueda text generated always as (plegar(folio || ' ' || coalesce(datos #>> '{titular,nombreCompleto}', '')
    || ' ' || coalesce(datos #>> '{programa}', ''))) stored,
  unique (lista, indice),
  check ((estado = 'borrador') = (emitido_en is null)),
  check ((pdf_objeto is null) = (pdf_sha256 is null))
);
select definir_estados('documentos_emitidos', '{"borrador":["vigente"],"vigente":["suspendida","revocada","sustituida"],"suspendida":["vigente","revocada","sustituida"],"revocada":[],"sustituida":[]}');
create index documentos_emitidos_persona on documentos_emitidos (persona_id);
create index documentos_emitidos_tipo on documentos_emitidos (tipo, preparado_en desc, id desc);
create index documentos_emitidos_busqueda on documentos_emitidos using gin (busqueda gin_trgm_ops);
create index documentos_emitidos_borrador on documentos_emitidos (preparado_en) where estado = 'borrador';
create index documentos_emitidos_anulados on documentos_emitidos (lista, indice) where estado in ('revocada', 'sustituida');
create index documentos_emitidos_suspendida on documentos_emitidos (lista, indice) where estado = 'suspendida';
create index documentos_emitidos_por_firmar on documentos_emitidos (emitido_en) where credencial is null and emitido_en is not null;

create function emitido_inmutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.estado <> 'borrador' then raise exception 'un documento emitido no se borra'; end if;
    return old;
  end if;
  if (new.id, new.tipo, new.folio, new.credencial_id, new.datos, new.diseno, new.lista, new.indice, new.preparado_en,
      new.preparado_por, new.vence_en, new.sustituye)
      is distinct from (old.id, old.tipo, old.folio, old.credencial_id, old.datos, old.diseno, old.lista, old.indice,
      old.preparado_en, old.preparado_por, old.vence_en, old.sustituye)
    or (old.emitido_en is not null and new.emitido_en is distinct from old.emitido_en)
    or (old.emitido_por is not null and new.emitido_por is distinct from old.emitido_por)
    or (old.credencial is not null and new.credencial is distinct from old.credencial)
    or (old.pdf_sha256 is not null and new.pdf_sha256 is distinct from old.pdf_sha256) then
    raise exception 'un documento emitido no cambia';
  end if;
  return new;
end $$;
create trigger emitido_inmutable before update or delete on documentos_emitidos
  for each row execute function emitido_inmutable();
create trigger zz_no_bloqueada after insert on documentos_emitidos referencing new table as nuevas
  for each statement execute function persona_no_bloqueada();

-- Who issues: the public halves of its keys, one a period. The private ones are never here.
create table emisor_llaves (
  -- did:web:…#ed25519-2026a
  id text primary key,
  controlador text not null,
  publica text not null unique,
  creado_en timestamptz not null,
  -- It fell into other hands: nothing that it signed is believed any more.
  retirada_en timestamptz
);

-- A pair of status lists has the bits of 131,072 documents: which are revoked, and which suspended.
create table emisor_listas (
  par integer not null check (par > 0),
  proposito text not null check (proposito in ('revocation', 'suspension')),
  -- How often some of its documents changed of state; what was signed is of one of these.
  cambios integer not null default 0,
  cambios_firmados integer,
  credencial jsonb,
  firmada_en timestamptz,
  primary key (par, proposito)
);
