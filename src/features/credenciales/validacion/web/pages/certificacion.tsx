import { paginaDeValidacion } from '../components/pagina.tsx';

export default paginaDeValidacion('certificacion');
