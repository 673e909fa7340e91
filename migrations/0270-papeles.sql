-- Every PDF that the school made, by the digest of its bytes: `/validar` knows a file by it, of whichever kind it is.
create table papeles (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Without hyphens. Several PDFs may have one folio: the versions of an acta, the printings of a card.
  folio text not null check (folio ~ '^[0-9A-Z]{9,24}$'),
  clase text not null check (clase in ('documento', 'tarjeta', 'hojaDeTarjetas', 'acta', 'kardex', 'acuse', 'transcripcion')),
  -- The record that it prints: its id and, of an acta, the version.
  referencia text not null,
  -- The digest of what it says, of one whose bytes are not kept and may be made again.
  contenido text,
  creado_en timestamptz not null
);
create index papeles_folio on papeles (folio, creado_en);
create index papeles_contenido on papeles (clase, referencia, contenido, creado_en desc) where contenido is not null;

create function papel_inmutable() returns trigger language plpgsql as $$
begin
  raise exception 'un papel registrado no cambia';
end $$;
create trigger papel_inmutable before update or delete on papeles for each row execute function papel_inmutable();

-- Those that were made before.
insert into papeles (sha256, folio, clase, referencia, creado_en)
select pdf_sha256, folio, 'documento', id::text, coalesce(emitido_en, preparado_en) from documentos_emitidos
where pdf_sha256 is not null
union all
select v.pdf_sha256, a.folio, 'acta', a.id::text || ' ' || v.numero, v.creado_en
from acta_versiones v join actas a on a.id = v.acta_id where v.pdf_sha256 is not null
union all
select pdf_sha256, folio, 'acuse', folio, emitido_en from acuses where pdf_sha256 is not null
union all
select pdf_sha256, folio, 'transcripcion', id::text, cerrada_en from soporte_conversaciones
where pdf_sha256 is not null and cerrada_en is not null
on conflict (sha256) do nothing;
