/* What the frame, the menu and home draw: they are in the first files that everybody gets. */
import { path } from './icon.tsx';

export const IconHome = path('M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6');
export const IconPerson = path(
  'M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
);
export const IconPeople = path(
  'M9 11.5a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2.5 19.5c.4-3.4 3-5.2 6.5-5.2s6.1 1.8 6.5 5.2M15.5 4.8a3.5 3.5 0 010 6.4M18 14.7c2 .7 3.2 2.4 3.5 4.8',
);
export const IconIdCard = path(
  'M3 5.5h18v13H3zM8 12a1.8 1.8 0 100-3.6A1.8 1.8 0 008 12zM5.5 15.8c.3-1.5 1.2-2.2 2.5-2.2s2.2.7 2.5 2.2M13.5 9.5h5M13.5 13h5',
);
export const IconRoute = path(
  'M6 20.5a2 2 0 100-4 2 2 0 000 4zM18 7.5a2 2 0 100-4 2 2 0 000 4zM8 18.5h7.5a3.25 3.25 0 000-6.5h-7a3.25 3.25 0 010-6.5H16',
);
export const IconDocuments = path('M8.5 3.5h7L20 8v9H8.5zM15.5 3.5V8H20M8.5 7H4v13.5h11.5V17');
export const IconSeal = path(
  'M12 14.5a5.5 5.5 0 100-11 5.5 5.5 0 000 11zM8.5 13.5L7 21l5-2.5L17 21l-1.5-7.5M9.8 9l1.6 1.6 2.9-3.1',
);
export const IconBook = path(
  'M12 6.5C10 5 7 4.5 3.5 4.8v13.4c3.5-.3 6.5.2 8.5 1.8 2-1.6 5-2.1 8.5-1.8V4.8C17 4.5 14 5 12 6.5zM12 6.5V20',
);
export const IconClipboard = path(
  'M8.5 5H5.5v15.5h13V5h-3M8.5 3.5h7v3.5h-7zM8.5 12l1.5 1.5 2.5-3M8.5 17l1.5 1.5 2.5-3M15 12.5h1M15 17.5h1',
);
export const IconCalendar = path('M4 6h16v14.5H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8');
export const IconClock = path('M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM12 7.5V12l3 2');
export const IconCheckCircle = path(
  'M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM8.2 12.2l2.6 2.6 5-5.3',
);
export const IconCross = path('M6 6l12 12M18 6L6 18');
export const IconCrossCircle = path(
  'M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM9 9l6 6M15 9l-6 6',
);
export const IconWarning = path('M12 4L2.8 19.5h18.4zM12 10v4.5M12 17.2v.1');
export const IconInfo = path('M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM12 11v5.5M12 7.8v.1');
export const IconSearch = path('M10.5 17a6.5 6.5 0 100-13 6.5 6.5 0 000 13zM15.3 15.3L20.5 20.5');
export const IconMenu = path('M4 6.5h16M4 12h16M4 17.5h16');
export const IconSidebar = path('M3.5 4.5h17v15h-17zM9.5 4.5v15M14 9.5L16.5 12 14 14.5');
export const IconChevronDown = path('M6 9.5l6 6 6-6');
export const IconChevronRight = path('M9.5 6l6 6-6 6');
export const IconArrowRight = path('M4.5 12h15M13.5 6l6 6-6 6');
export const IconEdit = path('M4 20l1-4.5L16 4.5 19.5 8 8.5 19zM13.5 7l3.5 3.5');
export const IconMail = path('M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5');
export const IconEye = path(
  'M2.5 12C4.5 8 8 5.8 12 5.8S19.5 8 21.5 12c-2 4-5.5 6.2-9.5 6.2S4.5 16 2.5 12zM12 15a3 3 0 100-6 3 3 0 000 6z',
);
export const IconEyeOff = path(
  'M4 4l16 16M9.9 6c.7-.1 1.4-.2 2.1-.2 4 0 7.5 2.2 9.5 6.2a13 13 0 01-2.7 3.6M14.5 17.9c-.8.2-1.6.3-2.5.3-4 0-7.5-2.2-9.5-6.2a13 13 0 013.7-4.4M9.9 9.9a3 3 0 004.2 4.2',
);
export const IconSettings = path(
  'M4 7.5h9M17 7.5h3M4 16.5h3M11 16.5h9M15 10a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM9 19a2.5 2.5 0 100-5 2.5 2.5 0 000 5z',
);
export const IconList = path('M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.5M4 12h.5M4 17.5h.5');
export const IconHistory = path('M4 12a8 8 0 102.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.3l3 1.7');
export const IconSignOut = path('M10 4.5H4.5v15H10M9.5 12h11M16 7.5l4.5 4.5-4.5 4.5');
export const IconDownload = path('M12 4v11M7 10.5l5 5 5-5M4.5 20h15');
export const IconUpload = path('M12 15.5V4.5M7 9l5-5 5 5M4.5 20h15');
