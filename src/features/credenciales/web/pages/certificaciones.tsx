import { Emitidos } from '../components/emitidos.tsx';

export default function CertificacionesPage() {
  return <Emitidos tipo="certificacion" />;
}
