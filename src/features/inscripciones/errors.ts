/** This feature's error codes (`error.details.code`) and what people read. */
export const ERRORES = {
  /** FAILED_PRECONDITION: nobody is chosen, or whoever was is in the list no more. */
  mensajeANadie: {
    code: 'mensaje-a-nadie',
    message: 'No queda nadie a quien escribir: la lista cambió. Elija de nuevo a quiénes.',
  },
  /** FAILED_PRECONDITION: of those who are meant, none has an account. */
  mensajeSinCuenta: {
    code: 'mensaje-sin-cuenta',
    message:
      'Nadie de a quienes escribe tiene cuenta en el portal: no hay a dónde escribirle. Avise por otro medio.',
  },
  /** FAILED_PRECONDITION: the account has no person yet. */
  sinExpediente: {
    code: 'sin-expediente',
    message:
      'Su cuenta todavía no tiene un expediente. Indique su CURP en «Mi expediente»; si ya la indicó, ahí verá si falta que la escuela lo confirme.',
  },
  /** NOT_FOUND: the four identifiers do not belong together. */
  noExiste: {
    code: 'inscripcion-no-existe',
    message:
      'No encontramos esa inscripción. Revise que la dirección esté completa o búsquela en la oferta académica.',
  },
  /** FAILED_PRECONDITION on saving a draft after sending. */
  yaEnviada: {
    code: 'ya-enviada',
    message: 'Esta inscripción ya se envió y no puede modificarse. Consúltela en su matrícula.',
  },
  /** ABORTED on saving a draft: it was saved elsewhere (another tab, another device) since it was read. */
  borradorCambio: {
    code: 'borrador-cambio',
    message: 'Este borrador cambió en otra pestaña o equipo mientras escribía aquí.',
  },
  /** ABORTED: the account was linked to another file at that very moment. */
  otroExpediente: {
    code: 'otro-expediente',
    message: 'Su cuenta acaba de pasar a otro expediente. Ingrese de nuevo y vuelva a enviarla.',
  },
  /** ABORTED: a newer version of the plantilla is in force; the draft is kept. */
  versionCambio: {
    code: 'version-cambio',
    message:
      'La escuela publicó otra versión del formulario. Sus respuestas se conservan: vea qué cambió, continúe con el formulario vigente y envíe de nuevo.',
  },
  /** FAILED_PRECONDITION: the version in force was archived with no other in its place; the draft is kept. */
  sinFormulario: {
    code: 'sin-formulario',
    message:
      'La escuela retiró el formulario de esta edición y por ahora nadie puede inscribirse a ella. Compruebe más tarde si ya publicó otro, o escriba a Control Escolar.',
  },
  /** INVALID_ARGUMENT; `details.fields` has the message of each field, by its key. */
  respuestas: {
    code: 'respuestas-por-corregir',
    message: 'Hay respuestas por corregir. Revise los campos señalados y envíe de nuevo.',
  },
  /** FAILED_PRECONDITION; `details.reglas` is the whole evaluation (ResultadoRegla[]). */
  reglas: {
    code: 'reglas-no-cumplidas',
    message: 'Por ahora no puede inscribirse: hay requisitos que no se cumplen.',
  },
  /** ABORTED: it is no longer in the state in which it was seen. */
  yaCambio: {
    code: 'inscripcion-cambio',
    message:
      'Esta inscripción cambió mientras tanto. Vuelva a cargar la página para ver cómo está.',
  },
  /** FAILED_PRECONDITION: what was sent may not be left by its person any more. */
  bajaNoPermitida: {
    code: 'baja-no-permitida',
    message:
      'Ya no puede darse de baja desde el portal: la edición comenzó o la inscripción ya terminó. Escriba a Control Escolar.',
  },
  /** FAILED_PRECONDITION, told of one of a batch: nothing of the kind may be decided of it as it is. */
  noDecidible: {
    code: 'inscripcion-no-decidible',
    message: 'En su estado actual no se puede hacer eso.',
  },
  /** PERMISSION_DENIED: it is one's own. */
  propia: {
    code: 'inscripcion-propia',
    message: 'Es su propia inscripción: la decide otra persona.',
  },
  /** FAILED_PRECONDITION: it was not somebody of the school who decided it, or it was taken back already. */
  noDeshacer: {
    code: 'decision-no-deshacer',
    message: 'No hay una decisión de Control Escolar que deshacer.',
  },
  /** FAILED_PRECONDITION: what was decided stands once the edition began. */
  noDeshacerComenzada: {
    code: 'decision-no-deshacer-comenzada',
    message: 'La edición ya comenzó: lo que se decidió ya no se deshace.',
  },
  /** FAILED_PRECONDITION: nobody comes back to an edition that was cancelled. */
  noDeshacerCancelada: {
    code: 'decision-no-deshacer-cancelada',
    message: 'La edición se canceló: lo que se decidió ya no se deshace.',
  },
  /** FAILED_PRECONDITION: its person sent another one since, which is the one that counts. */
  noDeshacerReemplazada: {
    code: 'decision-no-deshacer-reemplazada',
    message: 'La persona ya envió otra inscripción a esta edición: es esa la que cuenta.',
  },
  /** FAILED_PRECONDITION: accepting it takes a seat, and there is none; nor is there a line. */
  sinLugarParaAceptar: {
    code: 'sin-lugar-para-aceptar',
    message:
      'No hay lugar y la plantilla no tiene lista de espera. Agregue lugares a la edición, o rechácela.',
  },
  /** FAILED_PRECONDITION: no seat is kept for them any more, or none ever was. */
  sinOfrecimiento: {
    code: 'sin-lugar-ofrecido',
    message:
      'El lugar que se le ofreció ya no está reservado para usted: el plazo para aceptarlo terminó, o ya no hay uno.',
  },
  /** FAILED_PRECONDITION: its version cannot be read in the database. */
  versionIlegible: {
    code: 'version-ilegible',
    message:
      'Las reglas con las que se envió no se pueden leer, y por ahora no se le puede dar un lugar. Avise a quien administra el servidor.',
  },
  /** FAILED_PRECONDITION; the messages of the rules follow, and `details.reglas` is what they came to: the seat is kept. */
  reglasAlAceptar: {
    code: 'reglas-no-cumplidas-al-aceptar',
    message:
      'Por ahora no puede aceptar este lugar; se guarda para usted hasta que termine su plazo.',
  },
  /** FAILED_PRECONDITION, told of one of a batch; the messages of the rules follow, and `details.reglas` is what they came to. */
  reglasAlDecidir: {
    code: 'reglas-no-cumplidas-al-decidir',
    message:
      'Desde que la envió, sus otras inscripciones le impiden tener este lugar. La regla dice a la persona:',
  },
  /** FAILED_PRECONDITION: nothing was written and the draft is kept. */
  sinLugares: {
    code: 'sin-lugares',
    message: 'Ya no hay lugares en esta edición. Su borrador se conserva, por si se libera alguno.',
  },
  /** INVALID_ARGUMENT, in `details.fields.grupoId`: of an edition with groups none, or another's, was chosen. */
  grupo: { code: 'elija-grupo', message: 'Elija un grupo.' },
  /** FAILED_PRECONDITION: nothing was written and the draft is kept. */
  grupoSinLugares: {
    code: 'grupo-sin-lugares',
    message: 'Ya no hay lugares en ese grupo. Su borrador se conserva: elija otro.',
  },
  /** FAILED_PRECONDITION: the results of a call give more seats than the edition has left, or it was cancelled. */
  sinLugaresDeConvocatoria: {
    code: 'convocatoria-sin-lugares',
    message:
      'La edición ya no tiene lugares para quienes se admiten, o se canceló. Revise su cupo antes de publicar.',
  },
  /** PERMISSION_DENIED: one applies or recommends in the call of that edition. */
  parteDeConvocatoria: {
    code: 'posgrado-es-parte',
    message:
      'Usted participa en la convocatoria de esa edición como aspirante o recomendante: no puede ver ni hacer nada del lado de la escuela en ella.',
  },
  /** FAILED_PRECONDITION: one enters the edition by a call of posgrado (`convocatoriaDeEdicionPath`). */
  porConvocatoria: {
    code: 'posgrado-por-convocatoria',
    message:
      'A esta edición se entra por convocatoria de posgrado. Presente su presolicitud en «Presolicitud de posgrado».',
  },
  /** FAILED_PRECONDITION: the edition was cancelled. */
  cancelada: {
    code: 'edicion-cancelada',
    message: 'Esta edición se canceló y no recibe inscripciones.',
  },
  /** FAILED_PRECONDITION: the edition's own dates, whatever its plantilla asks for. */
  noAbre: {
    code: 'inscripcion-no-abre',
    message: 'La inscripción a esta edición todavía no abre.',
  },
  /** FAILED_PRECONDITION. */
  yaCerro: {
    code: 'inscripcion-cerro',
    message:
      'La inscripción a esta edición ya cerró. Si la escuela le autorizó inscribirse después, escriba a Control Escolar.',
  },
  /** FAILED_PRECONDITION: it ended, and its acta may be closed. */
  concluida: {
    code: 'edicion-concluida',
    message: 'Esta edición ya terminó y no recibe inscripciones.',
  },
  /** NOT_FOUND; the PDF gives the same for a wrong key. */
  acuseNoExiste: {
    code: 'acuse-no-existe',
    message: 'No encontramos un acuse con ese folio. Compárelo con el de su correo o su matrícula.',
  },
} as const;
