-- What the declared states of a table's records come to in the database (docs/decisions/0037): a state is one
-- of them, and changes only into one that a step leads to. `cambios` says for each state which it may become:
-- '{"borrador": ["enviada"], "enviada": []}'. A test compares it with what the program declares, and prints
-- the line that a migration is to have. What is new may be in any state: old records are brought in as they
-- ended. The condition is the trigger's own, so that a legal change runs no function.
create function paso_ilegal() returns trigger language plpgsql as $$
begin
  raise exception '%: de «%» no se pasa a «%»', tg_table_name, old.estado, new.estado
    using errcode = 'check_violation';
end $$;

create function definir_estados(tabla text, cambios jsonb) returns void language plpgsql as $$
declare
  estados text := (select string_agg(quote_literal(k), ', ' order by k collate "C") from jsonb_object_keys(cambios) k);
  pasos text := (select string_agg(format('(%L, %L)', e.key, a), ', ' order by e.key collate "C", a collate "C")
    from jsonb_each(cambios) e, jsonb_array_elements_text(e.value) a);
begin
  execute format('alter table %I drop constraint if exists %I', tabla, tabla || '_estado_check');
  execute format('alter table %I add constraint %I check (estado in (%s))', tabla, tabla || '_estado_check', estados);
  execute format('drop trigger if exists paso_legal on %I', tabla);
  execute format('create trigger paso_legal before update of estado on %I for each row
    when (old.estado <> new.estado and (old.estado, new.estado) not in (%s)) execute function paso_ilegal()',
    tabla, coalesce(pasos, '('''', '''')'));
end $$;

select definir_estados('inscripciones', '{"borrador": ["enviada", "inscrita"],
  "enviada": ["enRevision", "inscrita", "enListaDeEspera", "rechazada"],
  "enRevision": ["inscrita", "enListaDeEspera", "rechazada"], "inscrita": ["baja", "acreditada", "noAcreditada"],
  "enListaDeEspera": ["inscrita", "vencida"], "rechazada": [], "vencida": [], "baja": [], "acreditada": [],
  "noAcreditada": []}');
select definir_estados('plantilla_versiones',
  '{"borrador": ["publicada"], "publicada": ["archivada"], "archivada": []}');
select definir_estados('fusiones', '{"pendiente": ["confirmada", "rechazada", "cancelada", "anulada", "vencida"],
  "confirmada": [], "rechazada": [], "cancelada": [], "anulada": [], "vencida": []}');
select definir_estados('vinculaciones',
  '{"pendiente": ["confirmada", "rechazada"], "confirmada": [], "rechazada": []}');
select definir_estados('trabajos_visibles', '{"enCola": ["enCurso", "fallido", "cancelado"],
  "enCurso": ["enCola", "hecho", "fallido", "cancelado"], "hecho": [], "fallido": ["enCola"],
  "cancelado": ["enCola"]}');
select definir_estados('correos',
  '{"pendiente": ["enviado", "fallido"], "enviado": [], "fallido": ["pendiente", "enviado"]}');
select definir_estados('subidas', '{"activa": ["final", "cancelada"], "final": [], "cancelada": []}');
select definir_estados('importaciones',
  '{"preparando": ["descartada", "decidida"], "descartada": [], "decidida": ["hecha"], "hecha": []}');
