-- The public certificates that signed PDFs of this school, each from the first one on: what the public archive carries, so that a PDF is
-- verified when this server is gone. Their keys are never here.
create table certificados_de_firma (
  -- SHA-256 of the signer's own, hexadecimal.
  huella text primary key check (huella ~ '^[0-9a-f]{64}$'),
  -- PEM, the signer's own first, then those that lead to its authority.
  certificados text not null,
  titular text not null,
  desde timestamptz not null
);
create function certificado_de_firma_inmutable() returns trigger language plpgsql as $$
begin
  raise exception 'un certificado que firmó no cambia ni se borra';
end $$;
create trigger certificado_de_firma_inmutable before update or delete on certificados_de_firma
  for each row execute function certificado_de_firma_inmutable();
