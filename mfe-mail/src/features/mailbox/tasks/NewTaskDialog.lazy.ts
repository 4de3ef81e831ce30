import { lazy } from 'react'

/** Loaded on first use. */
export const NewTaskDialog = lazy(async () => {
  const { NewTaskDialog: dialog } = await import('./NewTaskDialog.tsx')
  return { default: dialog }
})
