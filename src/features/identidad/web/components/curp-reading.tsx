import { Suspense } from 'react';
import { lazyPart } from '../../../../platform/web/feature.ts';
import { ErrorBoundary } from '../../../../platform/web/feedback/index.ts';
import type { ReadingProps } from './curp-reading-detail.tsx';

/** Nothing is read of a CURP before it is typed. */
const ReadingDetail = lazyPart(() => import('./curp-reading-detail.tsx'), 'ReadingDetail');

/**
 * What the CURP says of its bearer, to be confirmed; or which part of it is wrong. Announced as it
 * changes.
 */
export function CurpReading({
  reading,
  ...rest
}: Omit<ReadingProps, 'reading'> & { reading: ReadingProps['reading'] | null }) {
  return (
    <div role="status">
      {reading && (
        <ErrorBoundary>
          <Suspense>
            <ReadingDetail {...rest} reading={reading} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
