-- Account (uid) that saved a draft of a plantilla last: another Admin who is stopped by it is told who it was.
alter table plantilla_versiones add column guardado_por text;
