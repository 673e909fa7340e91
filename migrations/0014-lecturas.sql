-- Lists show many people's data at once: one row of the history names them all, and each of them finds it
-- among who has looked at their file.
create index historial_personas on historial using gin ((despues -> 'personas'))
  where despues ? 'personas';
-- Searching the audit by the request, as a message of error names it.
create index historial_solicitud on historial (solicitud_id) where solicitud_id is not null;
