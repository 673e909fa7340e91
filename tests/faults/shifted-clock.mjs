/** Preloaded (`node --import`) into a server whose machine's clock is wrong by `CLOCK_SHIFT` milliseconds. */
const shift = Number(process.env.CLOCK_SHIFT);
const Real = Date;
Object.assign(globalThis, {
  Date: class extends Real {
    constructor(...args) {
      if (args.length === 0) super(Real.now() + shift);
      else super(...args);
    }
    static now() {
      return Real.now() + shift;
    }
  },
});
