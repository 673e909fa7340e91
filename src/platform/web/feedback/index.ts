export { ErrorBoundary, ErrorState } from './error-state.tsx';
export { ErrorSummary, type SummaryItem } from './error-summary.tsx';
export { Loading } from './loading.tsx';
export { EmptyState, Notice } from './notice.tsx';
export { notify } from './notifications.ts';
