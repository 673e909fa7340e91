-- Names in order: «Segundo» before «Décimo», «Décimo Primero» after «Décimo», 9 before 10, whatever their case and
-- accents. The same as `orderKey` of src/platform/shared/natural-order.ts (a test compares them). Compare what it
-- gives with the collation "C".
create function orden_natural(texto text) returns text language plpgsql immutable strict parallel safe as $$
declare
  unidades constant text[] := array['primer', 'segund', 'tercer', 'cuart', 'quint', 'sext', 'septim', 'octav', 'noven'];
  decenas constant text[] := array['decim', 'vigesim', 'trigesim', 'cuadragesim', 'quincuagesim', 'sexagesim',
    'septuagesim', 'octogesim', 'nonagesim'];
  partes text[];
  palabra text;
  resto text;
  raiz text;
  unidad int;
  valor int;
  nivel int;
  numero int;
  ultimo int := 1000;
  clave text := '';
begin
  foreach palabra in array regexp_split_to_array(plegar(texto) collate "C", '[^a-z0-9]+') || array[''] loop
    valor := null;
    if palabra ~ '^undecim[oa]$' then
      valor := 11; nivel := 1;
    elsif palabra ~ '^duodecim[oa]$' then
      valor := 12; nivel := 1;
    elsif palabra ~ '^centesim[oa]$' then
      valor := 100; nivel := 100;
    else
      partes := regexp_match(palabra, '^(' || array_to_string(decenas, '|') || ')[oa](.*)$');
      resto := coalesce(partes[2], palabra);
      raiz := regexp_replace(resto, '[oa]$', '');
      unidad := case when raiz <> resto or raiz in ('primer', 'tercer') then array_position(unidades, raiz) end;
      if partes is null then
        valor := unidad; nivel := 1;
      elsif resto = '' then
        valor := 10 * array_position(decenas, partes[1]); nivel := 10;
      elsif unidad is not null then
        valor := 10 * array_position(decenas, partes[1]) + unidad; nivel := 1;
      end if;
    end if;

    if valor is not null and numero is not null and nivel < ultimo then
      numero := numero + valor;
      ultimo := nivel;
      continue;
    end if;
    -- What was being counted is over.
    if numero is not null then
      clave := clave || ' ' || lpad(length(numero::text)::text, 3, '0') || numero;
      numero := null;
    end if;
    if valor is not null then
      numero := valor;
      ultimo := nivel;
    elsif palabra ~ '^[0-9]+$' then
      resto := coalesce(nullif(ltrim(palabra, '0'), ''), '0');
      clave := clave || ' ' || lpad(length(resto)::text, 3, '0') || resto;
    elsif palabra <> '' then
      clave := clave || ' ' || palabra;
    end if;
  end loop;
  return ltrim(clave, ' ');
end $$;

-- The órganos were sown with their ordinals in the order of letters. Where nobody has put them in order since, those
-- of each branch change places with one another, and with no other.
update catalogo_items_todos i set orden = sitios.orden
from (select id, row_number() over (partition by padre_id order by orden_natural(nombre) collate "C", clave) as n,
    padre_id from catalogo_items_todos where catalogo = 'organos') quiere
join (select orden, padre_id, row_number() over (partition by padre_id order by orden, id) as n
    from catalogo_items_todos where catalogo = 'organos') sitios
  on sitios.n = quiere.n and sitios.padre_id is not distinct from quiere.padre_id
where i.id = quiere.id and i.orden <> sitios.orden
  and not exists (select 1 from historial h where h.accion = 'catalogo.ordenar'
    and h.entidad_id in (select o.id::text from catalogo_items_todos o where o.catalogo = 'organos'));
