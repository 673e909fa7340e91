-- The cancellation of somebody's data, carried out: what it erased and kept, and the files that are kept blocked because a
-- record that the law keeps says whose it is. See docs/decisions/0062.
alter table personas_todas add column bloqueado_en timestamptz;

-- Whoever is blocked is nobody's to see, edit or claim: the view leaves them out.
create or replace function vista_de_visibles(vista text, tabla text) returns void language plpgsql as $$
declare
  columnas text := (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = tabla::regclass and attnum > 0 and not attisdropped
      and attname not in ('importacion', 'bloqueado_en'));
  bloqueable boolean := exists (select from pg_attribute
    where attrelid = tabla::regclass and attname = 'bloqueado_en' and not attisdropped);
begin
  execute format('create or replace view %I as select %s from %I where %s (importacion is null or importacion
    not in (select i.id from importaciones i where i.estado <> ''terminada''))',
    vista, columnas, tabla, case when bloqueable then 'bloqueado_en is null and' else '' end);
end $$;
select vista_de_visibles('personas', 'personas_todas');

create or replace function directorio_palabras(ids uuid[]) returns void language sql as $$
  insert into personas_palabras
  select distinct palabra from personas_todas p
  cross join lateral regexp_split_to_table(plegar(p.nombre_completo), '[^a-zßæðþœ]+') palabra
  where p.id = any (ids) and length(palabra) > 2 and p.bloqueado_en is null
  on conflict do nothing
$$;

-- The directory forgets these people, and the words that nobody else has.
create function directorio_olvidar(ids uuid[]) returns void language plpgsql as $$
begin
  delete from personas_directorio where persona_id = any (ids);
  delete from personas_palabras w using (
    select distinct palabra from personas_todas p
    cross join lateral regexp_split_to_table(plegar(p.nombre_completo), '[^a-zßæðþœ]+') palabra
    where p.id = any (ids) and length(palabra) > 2
  ) suyas
  where w.palabra = suyas.palabra and not exists (
    select from personas_directorio d where d.busqueda like '%' || suyas.palabra || '%'
      and d.busqueda ~ ('(^|[^a-zßæðþœ])' || suyas.palabra || '($|[^a-zßæðþœ])'));
end $$;

-- Nothing comes to be of a file that is blocked: who was writing it waits for the cancellation (the foreign key holds the
-- file), and then is told as if it were not there.
create function persona_no_bloqueada() returns trigger language plpgsql as $$
begin
  if exists (select from personas_todas p join nuevas n on n.persona_id = p.id where p.bloqueado_en is not null) then
    raise exception 'the file is blocked' using errcode = '23503';
  end if;
  return null;
end $$;
create function cuenta_no_bloqueada() returns trigger language plpgsql as $$
begin
  if (select p.bloqueado_en from personas_todas p where p.id = new.persona_id for key share) is not null then
    raise exception 'the file is blocked' using errcode = '23503';
  end if;
  return new;
end $$;
do $$
declare tabla text;
begin
  foreach tabla in array array['documentos', 'personas_entradas', 'inscripciones', 'personas_accesibilidad',
    'correcciones', 'vinculaciones', 'fusiones', 'claves_anteriores', 'copias_datos', 'personas_telefonos'] loop
    execute format('create trigger zz_no_bloqueada after insert on %I referencing new table as nuevas
      for each statement execute function persona_no_bloqueada()', tabla);
  end loop;
end $$;
create trigger no_bloqueada before insert or update of persona_id on cuentas
  for each row when (new.persona_id is not null) execute function cuenta_no_bloqueada();

-- What a cancellation erased and kept, by category: counts and grounds, no data.
create table supresiones (
  tramite_id uuid not null references tramites_arco (id),
  categoria text not null,
  titulo text not null,
  borradas integer not null,
  conservadas integer not null,
  -- Why what was kept was, in words; null: nothing was.
  fundamento text,
  orden smallint not null,
  primary key (tramite_id, categoria)
);

-- A mail whose address is forgotten as soon as it was delivered or given up.
alter table correos add column olvidar boolean not null default false;
create index correos_olvidar on correos (id) where olvidar;
