import { LinkifyIt } from 'linkify-it';
import type { ReactNode } from 'react';

const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** A message as it was written: only http and https become links, each with its host in view. */
export function Texto({ children }: { children: string }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { index, lastIndex, url, text } of linkify.match(children) ?? []) {
    if (!/^https?:\/\//i.test(url)) continue;
    parts.push(
      children.slice(from, index),
      <a key={index} href={url} target="_blank" rel="noopener noreferrer nofollow">
        {text}
        <span className="sr-only"> (se abre en otra pestaña)</span>
      </a>,
    );
    from = lastIndex;
  }
  return (
    <>
      {parts}
      {children.slice(from)}
    </>
  );
}
