import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../../platform/shared/errors.ts';
import { caller } from '../../../platform/web/callables/client.ts';
import {
  callKey,
  useCall,
  useCallMutation,
  useInvalidate,
} from '../../../platform/web/callables/hooks.ts';
import { useSession, useSessionControl } from '../../../platform/web/session/react.tsx';
import type { listOfertas } from '../../cursos/contract.ts';
import type { Respuestas } from '../../plantillas/formulario/contract.ts';
import type {
  getAcuse,
  getInscripcion,
  listMatricula,
  saveBorrador,
  submitInscripcion,
} from '../contract.ts';
import { ERRORES } from '../errors.ts';
import { type Autosave, createAutosave, type EstadoBorrador } from './autosave.ts';
