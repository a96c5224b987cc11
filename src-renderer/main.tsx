import '@fontsource-variable/ibm-plex-sans/standard.css';
import '@fontsource-variable/source-serif-4/opsz.css';
import '@fontsource-variable/source-code-pro/wght.css';
import './theme/tokens.css';
import './theme/mantine-styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { openSession } from './api/session.ts';
import { App } from './app.tsx';

// The window's policy forbids code made from text, which zod would otherwise try.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
const session = await openSession();
createRoot(root).render(
  <StrictMode>
    <App session={session} />
  </StrictMode>,
);
