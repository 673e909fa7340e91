import { Emitidos } from '../components/emitidos.tsx';

export default function ReconocimientosPage() {
  return <Emitidos tipo="reconocimiento" />;
}
