/** For bench/window, until it imports the file itself. */
export * from '../unit/send/virtualClock.mts';
