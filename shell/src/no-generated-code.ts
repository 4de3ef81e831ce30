import { z } from 'zod'

// zod writes faster parsers at run time where it may; under our policy it may not, and even its question
// whether it may is reported.
z.config({ jitless: true })
