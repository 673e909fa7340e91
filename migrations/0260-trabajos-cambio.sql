-- Each process looks every two seconds at the jobs that changed, for events that were lost.
create index trabajos_visibles_cambio on trabajos_visibles (actualizado_en);
