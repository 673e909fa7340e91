/* What only screens draw, and nobody needs first. */
import { icon, path } from './icon.tsx';

export const IconDocument = path('M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6.5M9 16.5h6.5');
export const IconScale = path(
  'M12 3.5v17M7.5 20.5h9M5 6.5h14M5 6.5l-2.5 7a3 3 0 005 0zM19 6.5l-2.5 7a3 3 0 005 0z',
);
export const IconChat = path('M4 4.5h16v12h-8.5L7 20.5v-4H4zM8 9h8M8 12.5h5');
export const IconCheck = path('M5 12.5l4.5 4.5L19 7');
export const IconHelp = path(
  'M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM9.6 9.5a2.4 2.4 0 114 1.9c-.9.7-1.6 1.2-1.6 2.3M12 16.7v.1',
);
export const IconFilter = path('M3.5 5h17l-6.5 8v6l-4 1.5V13z');
export const IconChevronLeft = path('M14.5 6l-6 6 6 6');
export const IconFirst = path('M17.5 6l-6 6 6 6M6.5 5.5v13');
export const IconLast = path('M6.5 6l6 6-6 6M17.5 5.5v13');
export const IconSort = path('M8 9.5l4-4 4 4M8 14.5l4 4 4-4');
export const IconSortUp = path('M12 19V5.5M6.5 11L12 5.5l5.5 5.5');
export const IconSortDown = path('M12 5v13.5M6.5 13l5.5 5.5 5.5-5.5');
export const IconDots = path('M12 5.5v.1M12 12v.1M12 18.5v.1');
export const IconArrowLeft = path('M19.5 12h-15M10.5 6l-6 6 6 6');
export const IconExternal = path('M10 5H4.5v14.5H19V14M13.5 4.5h6v6M19 5l-8.5 8.5');
export const IconCamera = path(
  'M3.5 7.5h4L9 5h6l1.5 2.5h4v12h-17zM12 16.8a3.5 3.5 0 100-7 3.5 3.5 0 000 7z',
);
export const IconPlus = path('M12 5v14M5 12h14');
export const IconMinus = path('M5 12h14');
export const IconTurn = path('M5 12a7 7 0 107-7h-2M13 2l-3.5 3L13 8');
export const IconTrash = path('M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l1 14h9l1-14M10 10.5v6M14 10.5v6');
export const IconCopy = path('M8.5 8.5h11.5V20H8.5zM8.5 15.5H4V4h11.5v4.5');
export const IconPrint = path('M7 8.5V3.5h10v5M7 17.5H3.5v-9h17v9H17M7 14h10v6.5H7z');
export const IconPhone = path(
  'M5 4h4l1.5 4.5L8 10.5c1.2 2.5 3 4.3 5.5 5.5l2-2.5L20 15v4c0 .8-.7 1.5-1.5 1.5C10.5 20 4 13.5 3.5 5.5 3.5 4.7 4.2 4 5 4z',
);
export const IconBell = path('M6 16.5V11a6 6 0 1112 0v5.5l1.5 1.5h-15zM10 20.5h4');
export const IconLock = path('M5.5 10.5h13v10h-13zM8.5 10.5V7.5a3.5 3.5 0 117 0v3M12 14.5v2');
export const IconUndo = path('M8.5 5L4 9.5 8.5 14M4 9.5h10a5 5 0 010 10H9');
export const IconSun = path(
  'M12 16a4 4 0 100-8 4 4 0 000 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
);
export const IconMoon = path('M19.5 14.5A8 8 0 119.5 4.5a6.5 6.5 0 0010 10z');
export const IconMonitor = path('M3.5 4.5h17v11.5h-17zM8.5 20h7M12 16v4');
export const IconContrast = icon(
  <>
    <path d="M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17z" />
    <path d="M12 3.5a8.5 8.5 0 010 17z" fill="currentColor" />
  </>,
);
