/** The calendar file of one's own interview in a stage, for its applicant. */
export const entrevistaIcsPath = (solicitudId: string, etapaId: string): string =>
  `/entrevistas/${encodeURIComponent(solicitudId)}/${encodeURIComponent(etapaId)}.ics`;

/** The calendar file of the interviews in which one is of the panel. */
export const panelIcsPath = '/entrevistas/panel.ics';
