// A file of its own in the build, which comes when somebody opens the camera where the browser reads no codes by itself.
export { decodeQR } from 'qr/decode.js';
