// Federation provides only what occurs in the shell's graph, so each shared module is mentioned here, whether or not the shell itself uses it.
// Eager ones end up in the first file all the same, lazy ones in chunks of their own. shared-modules.ts checks that none is missing.
export const provided = [
  () => import('react'),
  () => import('react-dom'),
  () => import('react-dom/client'),
  () => import('react/jsx-runtime'),
  () => import('@portal/contract'),
  () => import('@portal/shared-ui'),
  () => import('@portal/shared-ui/router'),
  () => import('@portal/shared-ui/state'),
  () => import('@portal/shared-ui/query'),
  () => import('@portal/shared-ui/i18n'),
  () => import('@portal/shared-ui/mui'),
  () => import('@portal/shared-ui/table'),
]
