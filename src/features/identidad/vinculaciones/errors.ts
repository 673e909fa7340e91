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
  deOtro: {
    code: 'vinculacion-de-otro',
    message: 'Alguien más lo está revisando. Se le dará el que sigue.',
  },
  cambio: {
    code: 'vinculacion-cambio',
    message:
      'El expediente cambió mientras lo veía: recibió otra CURP o se fusionó con otro. Compárelo de nuevo antes de decidir.',
  },
  conExpediente: {
    code: 'vinculacion-con-expediente',
    message:
      'La cuenta que lo pide ya tiene otro expediente. Rechácelo y, si son de la misma persona, proponga fusionarlos.',
  },
  sinMotivo: {
    code: 'vinculacion-sin-motivo',
    message: 'Ese motivo ya no se ofrece. Elija otro.',
  },
  tarde: {
    code: 'vinculacion-ya-contada',
    message: 'Ya no se puede deshacer: la persona ya fue avisada o volvió a pedir un expediente.',
  },
} as const;
