import { Emitidos } from '../components/emitidos.tsx';

export default function GradosPage() {
  return <Emitidos tipo="grado" />;
}
