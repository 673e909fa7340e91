/** Characters of the reason with which staff read what is kept apart of somebody (`ReservedSection` asks it). */
export const MOTIVO_LECTURA = { min: 5, max: 300 } as const;
