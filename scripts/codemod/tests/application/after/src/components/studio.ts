import { createContext } from 'react';

/** Name of the studio this screen stands in. */
export const StudioContext = createContext('studio 1');
