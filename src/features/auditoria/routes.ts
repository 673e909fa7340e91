export const auditoriaPath = '/auditoria';

export const auditoriaPaths = [auditoriaPath] as const;
