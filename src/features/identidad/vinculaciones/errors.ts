/** What the callables of this concern refuse, as `details.code` and what the person reads. */
export const ERRORES = {
  yaDecidida: {
    code: 'vinculacion-decidida',
    message: 'Alguien más ya la atendió. Vuelva a la lista para ver lo que sigue.',
  },
  noExiste: {
    code: 'vinculacion-no-existe',
    message: 'Esa vinculación ya no existe. Vuelva a la lista para ver lo que sigue.',
  },
  propia: {
    code: 'vinculacion-propia',
    message: 'Nadie decide sobre su propio expediente. Pida a otra persona que la atienda.',
  },
  otraCuenta: {
    code: 'vinculacion-otra-cuenta',
    message:
      'El expediente ya está vinculado con otra cuenta. Marque que la sustituye, o rechace la vinculación.',
  },
  soloAdmin: {
    code: 'vinculacion-solo-admin',
    message: 'Quitarle el expediente a otra cuenta lo decide quien tiene el rol Admin.',
  },
} as const;
