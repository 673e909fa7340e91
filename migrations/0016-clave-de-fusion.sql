-- The history names files that were merged by their id: it leads to the one that took them in.
create unique index claves_anteriores_anterior on claves_anteriores (anterior_id)
  where anterior_id is not null;
