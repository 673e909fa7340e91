-- What was sent without meeting some rule, in its order: the list of a plantilla filtered by a rule reads these alone. Most meet
-- all of them and are not in it. See docs/decisions/0096.
create index inscripciones_sin_cumplir on inscripciones (edicion_id, enviada_en, id)
  where evaluacion @? '$.resultados[*] ? (@.cumple == false)';
