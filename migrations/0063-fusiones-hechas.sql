-- Merges that were done, with what each changed, row by row, for as long as they can be undone (docs/decisions/0056).
create table fusiones_hechas (
  id uuid primary key default gen_random_uuid(),
  -- The file that went; no reference: while it is merged it is not there.
  anterior_id uuid not null,
  -- Where what was of both is now.
  persona_id uuid not null references personas_todas (id),
  hecha_por text references cuentas (uid),
  hecha_en timestamptz not null,
  vence_en timestamptz not null,
  -- What was before and what there was after; null when it cannot be undone any more.
  cambios jsonb,
  estado text not null,
  deshecha_por text references cuentas (uid),
  deshecha_en timestamptz,
  motivo text
);
select definir_estados('fusiones_hechas', '{"reversible": ["deshecha", "definitiva"], "deshecha": [], "definitiva": []}');
create index fusiones_hechas_persona on fusiones_hechas (persona_id);
create index fusiones_hechas_reversibles on fusiones_hechas (hecha_en) where estado = 'reversible';
