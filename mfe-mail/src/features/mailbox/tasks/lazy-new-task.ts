import { lazy } from 'react'

/** Loaded when somebody makes a task. */
export const NewTaskDialog = lazy(async () => {
  const { NewTaskDialog: dialog } = await import('./NewTaskDialog.tsx')
  return { default: dialog }
})
