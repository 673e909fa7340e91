-- What is added to these indexes waits in a list until it is large, which each search reads whole: on the embedded
-- database, where nothing tidies it meanwhile, seconds. A short list costs an import nothing that can be measured.
alter index cuentas_busqueda set (gin_pending_list_limit = 64);
alter index personas_busqueda set (gin_pending_list_limit = 64);
alter index catalogo_items_busqueda set (gin_pending_list_limit = 64);
select gin_clean_pending_list('cuentas_busqueda'), gin_clean_pending_list('personas_busqueda'),
  gin_clean_pending_list('catalogo_items_busqueda');
