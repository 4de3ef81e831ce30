import { lazy } from 'react'

/** Loaded when somebody makes a task. */
export const NewTaskDialog = lazy(() => import('./NewTaskDialog.tsx').then(({ NewTaskDialog: default_ }) => ({ default: default_ })))
