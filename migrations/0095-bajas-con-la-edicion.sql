-- An edition that is cancelled takes with it whoever was sent, waiting or in. Numbered after what corrects an acta, whose
-- steps it keeps.
select definir_estados('inscripciones', '{"borrador": ["enviada", "inscrita"],
  "enviada": ["enRevision", "inscrita", "enListaDeEspera", "rechazada", "baja"],
  "enRevision": ["inscrita", "enListaDeEspera", "rechazada", "baja"],
  "inscrita": ["baja", "acreditada", "noAcreditada"],
  "enListaDeEspera": ["inscrita", "vencida", "baja"], "rechazada": [], "vencida": [], "baja": [],
  "acreditada": ["noAcreditada"], "noAcreditada": ["acreditada"]}');
