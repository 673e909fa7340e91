-- The PDFs that are kept are signed since now: by whom, as the document says it. Null with a digest: it was made before, unsigned,
-- and stays so.
alter table acuses add column pdf_firmante text check (pdf_firmante is null or pdf_sha256 is not null);
alter table acta_versiones add column pdf_firmante text check (pdf_firmante is null or pdf_sha256 is not null);

-- Who signed changes as little as the bytes do.
create function firmante_inmutable() returns trigger language plpgsql as $$
begin
  if old.pdf_sha256 is not null and new.pdf_firmante is distinct from old.pdf_firmante then
    raise exception 'quien firmó un documento no cambia';
  end if;
  return new;
end $$;
create trigger firmante_inmutable before update on acuses for each row execute function firmante_inmutable();
create trigger firmante_inmutable before update on acta_versiones for each row execute function firmante_inmutable();
