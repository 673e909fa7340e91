export { DetailActions, DetailHistory, DetailPanel, DetailSection } from './detail-panel.tsx';
export { ListDetail } from './list-detail.tsx';
export { type DetailState, useDetail } from './use-detail.ts';
