/** Characters of the reason that staff give to read somebody's sensitive answers. */
export const MOTIVO_MIN = 5;
export const MOTIVO_MAX = 300;
