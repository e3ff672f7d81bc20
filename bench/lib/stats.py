"""Median and spread. The mean is not used: one round beside a busy neighbour would spoil it."""

import statistics


def quartiles(values):
    if len(values) < 2:
        return values[0], values[0]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def summary(values):
    """Median, min, max, interquartile range and count of a list of numbers."""
    low, high = quartiles(values)
    return {"median": statistics.median(values), "min": min(values), "max": max(values),
            "iqr": high - low, "rounds": len(values)}


def ratios(values, base):
    """The ratio of each pair. Both of a pair ran one after the other, so slow drifts of the machine
    cancel in it; its spread says what a single ratio is worth."""
    return [value / other for value, other in zip(values, base) if other]
