/** Loads the engine and the code it works with, all at once. */
export const loadUploadEngine = () =>
  Promise.all([
    import('./upload-engine.ts'),
    import('./upload-calls.ts'),
    import('./put-bytes.ts'),
    import('./stored-uploads.ts'),
  ])
